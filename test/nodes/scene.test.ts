import { sceneTests } from "./scene.ts";

sceneTests("node-red");
