// wasi.js - the system that the engine runs on: files in memory, a clock, random bytes, and output
// that arrives as lines. It answers the calls of WASI preview 1 that a C library makes.
// @ts-check

const OK = 0, BAD_DESCRIPTOR = 8, INVALID = 28, IS_DIRECTORY = 31, NO_ENTRY = 44, NO_CALL = 52,
  NOT_DIRECTORY = 54, READ_ONLY = 69;
const DEVICE = 2, DIRECTORY = 3, FILE = 4;
const ROOT = 3; // the descriptor of the directory that all files are in

/** Thrown when the program ends itself. */
export class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`the engine ended with status ${status}`);
  }
}

/** Bytes as whole lines of text. */
class Lines {
  /** @param {(line: string) => void} take */
  constructor(take) {
    this.take = take;
    this.decoder = new TextDecoder();
    this.rest = "";
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines)
      this.take(line);
  }
}

/**
 * Opens a system with these files, each with its whole path, "/grids/ancey.ini". Output and errors
 * go to `print` and `complain`, a line at a time.
 *
 * @param {{files: Map<string, Uint8Array>, print: (line: string) => void,
 *          complain: (line: string) => void}} options
 * @returns the calls to import, and `attach`, which must be given the memory before the first one
 */
export function open_system({ files, print, complain }) {
  /** @type {WebAssembly.Memory} */
  let memory;
  const outputs = [null, new Lines(print), new Lines(complain)];
  /** @type {Map<number, {path: string, bytes: Uint8Array, at: number}>} what is open */
  const open = new Map();
  let next = ROOT + 1;

  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const text = (at, length) => new TextDecoder().decode(bytes(at, length));
  const normal = (path) => "/" + path.split("/").filter((part) => part && part !== ".").join("/");

  /** The files and folders of a folder, none if it is not a folder. */
  function list(folder) {
    const start = folder === "/" ? "/" : folder + "/";
    const names = new Set();
    for (const path of files.keys())
      if (path.startsWith(start))
        names.add(path.slice(start.length).split("/")[0]);
    return [...names];
  }

  const kind = (path) => files.has(path) ? FILE : path === "/" || list(path).length ? DIRECTORY : 0;

  function write_stat(at, type, size) {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, type);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
    return OK;
  }

  /** Calls a function with each of the pieces of memory that a vector names; it returns how many
   * bytes it has used. */
  function each_piece(vector, count, use, total) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const length = view().getUint32(vector + 8 * i + 4, true);
      const used = use(bytes(view().getUint32(vector + 8 * i, true), length));
      sum += used;
      if (used < length)
        break;
    }
    view().setUint32(total, sum, true);
    return OK;
  }

  const calls = {
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return OK;
    },
    environ_get: () => OK,
    clock_time_get(clock, _precision, out) {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
      return OK;
    },
    random_get(at, length) {
      crypto.getRandomValues(bytes(at, length));
      return OK;
    },
    proc_exit(status) {
      throw new Exit(status);
    },

    fd_prestat_get(fd, out) {
      if (fd !== ROOT)
        return BAD_DESCRIPTOR;
      view().setUint32(out, 0, true);
      view().setUint32(out + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name(_fd, at) {
      bytes(at, 1)[0] = "/".charCodeAt(0);
      return OK;
    },
    fd_fdstat_get(fd, out) {
      const file = open.get(fd);
      if (fd > ROOT && !file)
        return BAD_DESCRIPTOR;
      bytes(out, 24).fill(0);
      view().setUint8(out, file ? kind(file.path) : fd === ROOT ? DIRECTORY : DEVICE);
      view().setBigUint64(out + 8, ~0n & 0xffffffffffffffffn, true);
      view().setBigUint64(out + 16, ~0n & 0xffffffffffffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get(fd, out) {
      const file = open.get(fd);
      if (!file && fd > ROOT)
        return BAD_DESCRIPTOR;
      return write_stat(out, file ? kind(file.path) : fd === ROOT ? DIRECTORY : DEVICE,
        file?.bytes.length ?? 0);
    },
    path_filestat_get(_fd, _flags, at, length, out) {
      const path = normal(text(at, length)), type = kind(path);
      return type ? write_stat(out, type, files.get(path)?.length ?? 0) : NO_ENTRY;
    },
    path_readlink: () => INVALID,
    path_open(_fd, _look, at, length, how, rights, _inherited, _flags, out) {
      const path = normal(text(at, length)), type = kind(path);
      const create = 1, directory = 2;
      if (!type)
        return how & create ? READ_ONLY : NO_ENTRY;
      if (how & directory && type !== DIRECTORY)
        return NOT_DIRECTORY;
      open.set(next, { path, bytes: files.get(path) ?? new Uint8Array(0), at: 0 });
      view().setUint32(out, next++, true);
      return OK;
    },
    fd_close: (fd) => open.delete(fd) ? OK : BAD_DESCRIPTOR,
    fd_seek(fd, offset, from, out) {
      const file = open.get(fd);
      if (!file)
        return BAD_DESCRIPTOR;
      file.at = Number(offset) + [0, file.at, file.bytes.length][from];
      view().setBigUint64(out, BigInt(file.at), true);
      return OK;
    },
    fd_read(fd, vector, count, total) {
      const file = open.get(fd);
      if (!file)
        return fd === 0 ? each_piece(vector, 0, () => 0, total) : BAD_DESCRIPTOR;
      if (kind(file.path) === DIRECTORY)
        return IS_DIRECTORY;
      return each_piece(vector, count, (room) => {
        const part = file.bytes.subarray(file.at, file.at + room.length);
        room.set(part);
        file.at += part.length;
        return part.length;
      }, total);
    },
    fd_write(fd, vector, count, total) {
      const output = outputs[fd];
      if (!output)
        return BAD_DESCRIPTOR;
      return each_piece(vector, count, (part) => {
        output.add(part);
        return part.length;
      }, total);
    },
    fd_readdir(fd, at, room, cookie, out) {
      const folder = fd === ROOT ? "/" : open.get(fd)?.path;
      if (folder === undefined)
        return BAD_DESCRIPTOR;
      const records = list(folder).map((name, i) => {
        const encoded = new TextEncoder().encode(name);
        const record = new Uint8Array(24 + encoded.length);
        const fields = new DataView(record.buffer);
        fields.setBigUint64(0, BigInt(i + 1), true);
        fields.setBigUint64(8, BigInt(i + 1), true);
        fields.setUint32(16, encoded.length, true);
        fields.setUint8(20, kind(normal(folder + "/" + name)));
        record.set(encoded, 24);
        return record;
      });
      let used = 0; // the last record may be cut: then it is asked for again
      for (const record of records.slice(Number(cookie))) {
        const part = record.subarray(0, room - used);
        bytes(at + used, part.length).set(part);
        used += part.length;
      }
      view().setUint32(out, used, true);
      return OK;
    },
  };
  /** What nothing here needs. */
  const no_call = () => NO_CALL;
  return {
    /** @param {WebAssembly.Memory} its */
    attach(its) {
      memory = its;
    },
    /** @param {WebAssembly.Module} module */
    imports(module) {
      /** @type {WebAssembly.ModuleImports} */
      const functions = {};
      for (const { name } of WebAssembly.Module.imports(module))
        functions[name] = calls[name] ?? no_call;
      return { wasi_snapshot_preview1: functions };
    },
  };
}
