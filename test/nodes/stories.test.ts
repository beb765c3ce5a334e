import { storyTests } from "./stories.ts";

storyTests("node-red");
