import { flowTests } from "./flow.ts";

flowTests("node-red");
