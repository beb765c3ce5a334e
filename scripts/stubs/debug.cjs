/** In the place of the log that mqtt.js writes for people who look for its faults. */
module.exports = () => () => {};
