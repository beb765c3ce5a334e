import { reportTests } from "./reports.ts";

reportTests("node-red-4");
