/** In the place of the numbers that mqtt.js gives to topics by itself, which it is not told to do here: it only makes room for them. */
class NumberAllocator {
  firstVacant() {
    return null;
  }
  use() {
    return false;
  }
  alloc() {
    return null;
  }
  clear() {}
}

module.exports = { NumberAllocator };
