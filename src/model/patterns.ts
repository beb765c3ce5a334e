/** The time grammar of schedules: what a text like "W124/T06:30:00A00:10:00" says. */

interface Random {
  readonly random: number; // up to so many seconds later; 0 for none
}

export type Pattern = Random &
  (
    | { readonly kind: "once"; readonly at: number } //       milliseconds: the wall clock, read as if it were UTC
    | { readonly kind: "timer"; readonly seconds: number }
    | { readonly kind: "repeated"; readonly seconds: number; readonly times: number } // 0 times: for ever
    | { readonly kind: "weekly"; readonly days: number; readonly clock: number } //       0MTWTFSS, seconds since midnight
    | { readonly kind: "sun"; readonly days: number; readonly event: "sunrise" | "sunset"; readonly offset: number } // seconds
  );
