// The yardstick: the least that a server for two players can be in node with ws. It hands moves on and answers; it knows no rules, keeps nothing
// on disk, and forgets everything when it ends. It speaks as much of the interface as bench_load needs.
//
// bench_load --yardstick starts it; by itself:
//
//     NODE_PATH=/usr/share/nodejs node bench/load/yardstick.mjs PORT     (Debian: node-ws)
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { randomBytes } from "node:crypto";

const { WebSocketServer } = createRequire(import.meta.url)("ws");
const tables = new Map();
let count = 0;

function show(table, rest) {
    return JSON.stringify({ ...rest, table: { id: table.id, moves: table.moves, ply: table.moves.length } });
}

const server = createServer((request, response) => {
    const [, , , , id, what] = request.url.split("/");
    const secret = randomBytes(32).toString("base64url");
    let table = tables.get(id);
    if (request.method === "POST" && id === undefined) {
        table = { id: `t${++count}`, moves: [], seats: [secret], sockets: [] };
        tables.set(table.id, table);
    } else if (what === "seat") {
        table.seats.push(secret);
    }
    const body = show(table, request.method === "POST" ? { secret } : {});
    request.resume();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
});

new WebSocketServer({ server }).on("connection", (socket, request) => {
    const table = tables.get(request.url.split("/")[4]);
    socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "hello") {
            table.sockets.push(socket);
            socket.send(show(table, { type: "state" }));
        } else if (message.type === "move") {
            table.moves.push(message.move);
            const told = JSON.stringify({ type: "move", move: message.move, ply: table.moves.length });
            for (const other of table.sockets) {
                other.send(told);
            }
            socket.send('{"type":"ok"}');
        }
    });
});

server.listen(Number(process.argv[2] ?? 8090), "127.0.0.1", 4096, () => console.log(`http://127.0.0.1:${server.address().port}`));
