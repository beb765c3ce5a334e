/** Requests to elsewhere, to servers that answer, refuse, hang, point away, never end, or have a certificate of their own. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { test } from "node:test";
import { openWeb } from "../../../src/edges/web/web.ts";
import type { WebRequest } from "../../../src/model/ports.ts";

/** Made for these tests: self-signed, for 127.0.0.1. */
const KEY = pem(
  "PRIVATE KEY",
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVRkl8SdUksvNkoHf/ESpI+McovvWfd69HSTutyG2q6uhRANCAASYYeXwPDTVJHBYRt+hZNvbwuyDULpaWX57dAlijVHZWsvZMSFKY99G8GsCXZ8MYlW61Tei6zLXRrZPky7Hp5LF",
);
const CERTIFICATE = pem(
  "CERTIFICATE",
  "MIIBjzCCATagAwIBAgIUKN3jRYDZ9Ql3ZEL4bf1VymbUZvowCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE2MTAwN1oYDzIxMjYxMDI4MTYxMDA3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASYYeXwPDTVJHBYRt+hZNvbwuyDULpaWX57dAlijVHZWsvZMSFKY99G8GsCXZ8MYlW61Tei6zLXRrZPky7Hp5LFo2QwYjAdBgNVHQ4EFgQU0fcIm/PJLcy4LNF9mOGktWwb4nMwHwYDVR0jBBgwFoAU0fcIm/PJLcy4LNF9mOGktWwb4nMwDwYDVR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQCIFJ2WQ4UIckBIa9zoT1JsEjYzTl2rASHRG5w8wYiYu4kAiApmWj7DE12LnK/DjiMLDUtsIY2V3AFOHnuBaexCx+PZg==",
);

function pem(what: string, base64: string): string {
  return `-----BEGIN ${what}-----\n${base64}\n-----END ${what}-----\n`;
}

type Listening = Pick<Server, "listen" | "address" | "close" | "once">;

/** Runs it while this server listens; answers its port. */
async function beside(server: Listening, run: (port: number) => Promise<void>): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server as Server, "listening");
  try {
    await run((server.address() as AddressInfo).port);
  } finally {
    (server as Partial<Server>).closeAllConnections?.();
    server.close();
  }
}

const answering = (listener: RequestListener, run: (port: number) => Promise<void>) =>
  beside(createServer(listener), run);

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

/** One that may reach the servers of these tests. */
const web = (deadline?: number) =>
  openWeb({ allowsLocal: true, ownPorts: () => [], ...(deadline === undefined ? {} : { deadline }) });
const get = (url: string): WebRequest => ({ method: "GET", url, body: {} });

for (const method of ["POST", "PUT", "DELETE", "GET"] as const) {
  test(`${method}: the body as JSON, and only the status comes back`, async () => {
    const heard: unknown[] = [];
    await answering(
      async (request, response) => {
        heard.push(request.method, request.url, request.headers["content-type"], await textOf(request));
        response.writeHead(201).end("whatever");
      },
      async (port) => {
        const url = `http://127.0.0.1:${port}/a/b?c=d`;
        assert.equal(await web().send({ method, url, body: { on: true, ü: "\u2028" } }), 201);
      },
    );
    const body = method === "GET" ? "" : '{"on":true,"ü":"\u2028"}';
    assert.deepEqual(heard, [method, "/a/b?c=d", "application/json", body]);
  });
}

test("no body is an empty one", async () => {
  let body = "";
  await answering(
    async (request, response) => {
      body = await textOf(request);
      response.end();
    },
    async (port) => {
      await web().send({ method: "PUT", url: `http://127.0.0.1:${port}/`, body: undefined });
    },
  );
  assert.equal(body, "{}");
});

test("a status is an answer, also one of an error", async () => {
  for (const status of [204, 304, 404, 500]) {
    await answering(
      (_, response) => response.writeHead(status).end(),
      async (port) => assert.equal(await web().send(get(`http://127.0.0.1:${port}/`)), status),
    );
  }
});

test("it is not followed where it points: that may be inside the house", async () => {
  let asked = 0;
  await answering(
    (_, response) => {
      asked += 1;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    },
    async (port) => assert.equal(await web().send(get(`http://127.0.0.1:${port}/`)), 302),
  );
  assert.equal(asked, 1);
});

test("the user and password in the URL are told in a header", async () => {
  let told: string | undefined = "";
  await answering(
    (request, response) => {
      told = request.headers.authorization;
      response.end();
    },
    async (port) => {
      await web().send(get(`http://me:a%20secret%3A@127.0.0.1:${port}/`));
      assert.equal(told, `Basic ${Buffer.from("me:a secret:").toString("base64")}`);
      await web().send(get(`http://127.0.0.1:${port}/`));
      assert.equal(told, undefined);
    },
  );
});

test("one that hangs: given up in time, before or after its first bytes", async () => {
  for (const first of [() => {}, (socket: Socket) => socket.write("HTTP/1.1 200")]) {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => first(socket));
    });
    await beside(server as unknown as Listening, (port) =>
      assert.rejects(web(100).send(get(`http://127.0.0.1:${port}/`)), { message: "no answer within 0.1 s" }),
    );
  }
});

test("a body that never ends is not read", { timeout: 60_000 }, async () => {
  let isGone = false;
  await answering(
    (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", more).on("close", () => {
        isGone = true;
      });
      more();
    },
    async (port) => {
      assert.equal(await web(3_600_000).send(get(`http://127.0.0.1:${port}/`)), 200);
      while (!isGone) await new Promise((resolve) => setImmediate(resolve));
    },
  );
});

test("one that is not there, breaks off, or speaks something else: a plain sentence", async () => {
  let closed = 0;
  await answering(
    () => {},
    async (port) => {
      closed = port;
    },
  );
  await assert.rejects(web().send(get(`http://127.0.0.1:${closed}/`)), /ECONNREFUSED/);
  for (const says of ["", "SSH-2.0-OpenSSH\r\n\r\n"]) {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(says));
    });
    await beside(server as unknown as Listening, (port) =>
      assert.rejects(web().send(get(`http://127.0.0.1:${port}/`)), (error: Error) => error.message.length > 0),
    );
  }
});

test("https with a self-signed certificate is refused", async () => {
  let asked = 0;
  const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, (_, response) => {
    asked += 1;
    response.end();
  });
  await beside(server as unknown as Listening, (port) =>
    assert.rejects(web().send(get(`https://127.0.0.1:${port}/`)), /self-signed certificate/),
  );
  assert.equal(asked, 0);
});

test("no reason tells a password", async () => {
  const urls = [
    "http://me:secret@127.0.0.1:1/",
    "https://me:secret@127.0.0.1:1/",
    "http://me:secret@",
    "http://me:secret%@h/",
    "secret",
  ];
  for (const url of urls) {
    await assert.rejects(web().send(get(url)), (error: Error) => error.message !== "" && !/secret/.test(error.message));
  }
});
