/** In the place of timers that mqtt.js needs in browsers alone. */
export const setInterval = globalThis.setInterval;
export const clearInterval = globalThis.clearInterval;
