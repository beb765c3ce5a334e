import { deployTests } from "./deploy.ts";

deployTests("node-red");
