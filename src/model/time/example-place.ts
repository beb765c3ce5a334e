/** The place of the example house, so that the sun rises and sets each day: no user has chosen it. */
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
