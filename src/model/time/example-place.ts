/** Where the example house stands, so that the sun rises and sets each day: nobody has said that it is there. */
export const EXAMPLE_PLACE = { latitude: 51.48, longitude: 0 } as const;

export function isExamplePlace({
  latitude,
  longitude,
}: {
  readonly latitude: unknown;
  readonly longitude: unknown;
}): boolean {
  const isAt = (said: unknown, degrees: number) => said !== "" && Number(said) === degrees;
  return isAt(latitude, EXAMPLE_PLACE.latitude) && isAt(longitude, EXAMPLE_PLACE.longitude);
}
