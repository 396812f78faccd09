// node stepper.mjs <folder> <fd from the world> <fd to the world>: runs <folder>'s files as the flash of a 32-bit
// MicroPython, stretch by stretch, so that its garbage is collected between two of them. Ends when it is killed.
import fs from "node:fs";
import path from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const [folder, answers, requests] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
// The collector takes every word for an address. Two names' numbers in a table of names, or a stretch of bytecode, must
// not look like one. So the heap lies behind a stack of 252 MB that nobody touches, from 0x0FBF0000 on: there are fewer
// names than 0x0FBF, and 0x0F is no opcode. (With an ESP32, 0x3FFxxxxx, it is the same.)
const pystack = 0x3ef0000;
const mp = await loadMicroPython({ heapsize: 1 << 20, pystack, linebuffer: true, stdout: (line) => fs.writeSync(1, line + "\n") });

function copy(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name), target = `${to}/${entry.name}`;
    if (entry.isDirectory()) {
      mp.FS.mkdir(target);
      copy(source, target);
    } else {
      mp.FS.writeFile(target, fs.readFileSync(source));
    }
  }
}

// Typed arrays are taken anew at each call: the memory moves when it grows.
mp.registerJsModule("_host", {
  read(address, length) {
    let done = 0;
    while (done < length) {
      const got = fs.readSync(answers, mp._module.HEAPU8, address + done, length - done);
      if (got === 0) process.exit(0);
      done += got;
    }
    return done;
  },
  write(address, length) {
    for (let done = 0; done < length; ) done += fs.writeSync(requests, mp._module.HEAPU8, address + done, length - done);
  },
});

copy(folder, "");
// Nothing but Python's own message: an uncaught error would print this build's whole source line.
function run(code) {
  try {
    mp.runPython(code);
  } catch (error) {
    fs.writeSync(2, error.message);
    process.exit(1);
  }
}

run("import sys\nsys.path.insert(0, '/prelude')\nimport start32 as _bench\nsys.modules.pop('start32')");
run("_bench.sample('alone')\n_bench.boot()");
for (;;) run("_bench.step()");
