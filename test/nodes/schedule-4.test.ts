import { scheduleTests } from "./schedule.ts";

scheduleTests("node-red-4");
