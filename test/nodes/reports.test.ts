import { reportTests } from "./reports.ts";

reportTests("node-red");
