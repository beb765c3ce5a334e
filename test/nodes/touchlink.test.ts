import { touchlinkTests } from "./touchlink.ts";

touchlinkTests("node-red");
