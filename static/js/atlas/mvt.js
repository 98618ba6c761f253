// Reads Mapbox Vector Tiles (version 2): { layer: [{ properties, lines }] }. A line is [x, y, x, y…] in
// 4096ths of the tile; `closed` says that it is a ring.

// What `buffer` (an ArrayBuffer) holds.
export function decode(buffer) {
  const reader = new Reader(buffer);
  const layers = {};
  reader.fields(reader.bytes.length, (field) => {
    if (field !== 3) return false;
    const { name, features } = reader.sized((end) => layerOf(reader, end));
    layers[name] = features;
    return true;
  });
  return layers;
}

function layerOf(reader, end) {
  const layer = { name: "", features: [] };
  const [keys, values] = [[], []];
  reader.fields(end, (field) => {
    if (field === 1) layer.name = reader.text();
    else if (field === 2) layer.features.push(reader.sized((stop) => featureOf(reader, stop)));
    else if (field === 3) keys.push(reader.text());
    else if (field === 4) values.push(reader.sized((stop) => valueOf(reader, stop)));
    else return false;
    return true;
  });
  for (const feature of layer.features) {
    const { tags } = feature;
    feature.properties = {};
    for (let at = 0; at < tags.length; at += 2) feature.properties[keys[tags[at]]] = values[tags[at + 1]];
  }
  return layer;
}

function featureOf(reader, end) {
  const feature = { tags: [], lines: [] };
  reader.fields(end, (field) => {
    if (field === 2) feature.tags = reader.sized((stop) => reader.numbers(stop));
    else if (field === 4) feature.lines = reader.sized((stop) => linesOf(reader, stop));
    else return false;
    return true;
  });
  return feature;
}

function valueOf(reader, end) {
  let value;
  reader.fields(end, (field) => {
    if (field === 1) value = reader.text();
    else if (field === 2) value = reader.float(4);
    else if (field === 3) value = reader.float(8);
    else if (field === 6) value = signed(reader.number());
    else if (field === 7) value = Boolean(reader.number());
    else value = reader.number();
    return true;
  });
  return value;
}

function linesOf(reader, end) {
  const lines = [];
  let [x, y, line] = [0, 0, null];
  while (reader.at < end) {
    const command = reader.number();
    for (let left = command >> 3; left > 0; left -= 1) {
      if ((command & 7) === 7) {
        line.closed = true;
        continue;
      }
      x += signed(reader.number());
      y += signed(reader.number());
      if ((command & 7) === 1) lines.push((line = []));
      line.push(x, y);
    }
  }
  return lines;
}

const signed = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

// The wire format of protocol buffers.
class Reader {
  constructor(buffer) {
    this.bytes = new Uint8Array(buffer);
    this.data = new DataView(buffer);
    this.letters = new TextDecoder();
    this.at = 0;
  }

  number() {
    let [value, scale, byte] = [0, 1, 0];
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  // Calls `use(field)` for each field of a message; one that it returns false for is passed over.
  fields(end, use) {
    while (this.at < end) {
      const key = this.number();
      if (use(Math.floor(key / 8)) === false) this.#pass(key & 7);
    }
  }

  #pass(wire) {
    if (wire === 0) this.number();
    else if (wire === 1) this.at += 8;
    else if (wire === 5) this.at += 4;
    else {
      const length = this.number();
      this.at += length;
    }
  }

  sized(use) {
    const length = this.number();
    const end = this.at + length;
    const made = use(end);
    this.at = end;
    return made;
  }

  numbers(end) {
    const all = [];
    while (this.at < end) all.push(this.number());
    return all;
  }

  text() {
    return this.sized((end) => this.letters.decode(this.bytes.subarray(this.at, end)));
  }

  float(size) {
    const value = size === 4 ? this.data.getFloat32(this.at, true) : this.data.getFloat64(this.at, true);
    this.at += size;
    return value;
  }
}
