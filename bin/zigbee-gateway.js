#!/usr/bin/env node
/** The command of the package: what it can do without Node-RED. */
import process from "node:process";
import { runCommand } from "../dist/src/import-command.js";

process.exitCode = await runCommand(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
