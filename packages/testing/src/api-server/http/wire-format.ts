/** A field of a protobuf message: a number, or bytes that contain a string, a message or plain bytes. */
export interface WireField {
  readonly number: number;
  readonly value: number | Uint8Array;
}

/** The fields of a message in order. Throws a RangeError if the bytes end too early. */
export function* wireFields(bytes: Uint8Array): Generator<WireField> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const varint = (): bigint => {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, result);
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const number = key >> 3;
    switch (key & 7) {
      case 0:
        yield { number, value: Number(varint()) };
        break;
      case 1:
        yield { number, value: view.getFloat64(at, true) };
        at += 8;
        break;
      case 2: {
        const length = Number(varint());
        if (at + length > bytes.length) throw new RangeError('the protobuf message is truncated');
        yield { number, value: bytes.subarray(at, at + length) };
        at += length;
        break;
      }
      default:
        throw new RangeError(`unknown protobuf wire type ${key & 7}`);
    }
  }
}
