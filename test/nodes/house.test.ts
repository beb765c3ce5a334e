import { houseTests } from "./house.ts";

houseTests("node-red");
