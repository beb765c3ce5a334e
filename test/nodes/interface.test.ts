import { interfaceTests } from "./interface.ts";

interfaceTests("node-red");
