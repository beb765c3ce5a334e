/** P14: from opening the gateway to its first answer with all resources. */
import { answer, given } from "../inside.ts";
import { CAUSE, gatewayIn } from "./parts.ts";

const { folder } = given<{ folder: string }>();
const start = performance.now();
const gateway = gatewayIn(folder);
const { json } = await gateway.perform({ method: "GET", address: "/sensors" }, CAUSE);
if (!json) throw new Error("no answer");
const milliseconds = performance.now() - start;
await gateway.stop();
answer(milliseconds);
