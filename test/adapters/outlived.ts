/** An app that begins one process and ends: `node --import tsx outlived.ts FOLDER SCRIPT NAME`. */
import { createChildProcesses } from "../../shared/adapters/child-processes.ts";
import { createClock } from "../../shared/adapters/clock.ts";
import { openMachine } from "../../shared/adapters/machine.ts";
import { createRandom } from "../../shared/adapters/random.ts";
import { processRequest } from "./process-samples.ts";

const [folder = "", script = "", name = ""] = process.argv.slice(2);
const machine = openMachine(folder, createRandom());
const access = { machine, clock: createClock(), random: createRandom(), script, environment: process.env };
console.log((await createChildProcesses(access).create(processRequest(machine, name))).kind);
