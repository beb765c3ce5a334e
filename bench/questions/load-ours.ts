/** P14: from opening the gateway to its first answer with all resources. */
import { answer, given } from "../inside.ts";
import { ask, gatewayIn } from "./parts.ts";

const { folder } = given<{ folder: string }>();
const start = performance.now();
const gateway = gatewayIn(folder);
await ask(gateway, "GET", "/sensors");
const milliseconds = performance.now() - start;
await gateway.stop();
answer(milliseconds);
