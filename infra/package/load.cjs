// Loads a published package as the Functions worker does, and prints what it registers as JSON.
// Plain JavaScript, since it runs under a bare Node with nothing installed.
"use strict";
const Module = require("node:module");
const path = require("node:path");

const functions = [];
const disposable = { dispose() {} };
const host = {
	version: "3.12.0",
	hostVersion: "4.1037.0",
	registerFunction(metadata) {
		functions.push(metadata);
		return disposable;
	},
	registerHook: () => disposable,
	setProgrammingModel() {},
	getProgrammingModel() {},
	log() {},
	Disposable: class {
		dispose() {}
	},
};

const load = Module._load;
Module._load = function (request, ...rest) {
	return request === "@azure/functions-core" ? host : Reflect.apply(load, this, [request, ...rest]);
};

const folder = path.resolve(process.argv[2] ?? ".");
require(path.join(folder, require(path.join(folder, "package.json")).main));
// A package that keeps a socket or timer open by merely being loaded never gets here: exit is left to Node.
process.stdout.write(JSON.stringify({ node: process.version, functions }));
