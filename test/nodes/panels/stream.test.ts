import { streamTests } from "../panels-stream.ts";

streamTests("node-red");
