import { ruleTests } from "./rule.ts";

ruleTests("node-red-4");
