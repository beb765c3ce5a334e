import { declaredTests } from "../declared.ts";

declaredTests("node-red");
