// Shrinks WebAssembly modules with Binaryen: reads lines "from<TAB>to", and writes the error or an empty line for each.
// One process for all modules, since Binaryen takes seconds to warm up.

import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import binaryen from 'binaryen';

// The features of the engine; Binaryen may use all features that are listed.
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SIMD128, SignExt } =
  binaryen.Features;
const FEATURES =
  BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SIMD128 | SignExt;

binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setDebugInfo(false);
// The stack is at the lowest addresses; no data is at addresses that an offset could reach by wrapping around.
binaryen.setLowMemoryUnused(true);

function shrink(from, to) {
  const module = binaryen.readBinary(readFileSync(from));
  try {
    module.setFeatures(FEATURES);
    module.runPasses(['strip-debug', 'strip-producers']);
    module.optimize();
    writeFileSync(to, module.emitBinary());
  } finally {
    module.dispose();
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [from, to] = line.split('\t');
  try {
    shrink(from, to);
    console.log('');
  } catch (error) {
    console.log(String(error).replaceAll('\n', ' '));
  }
}
