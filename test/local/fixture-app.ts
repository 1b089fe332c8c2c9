/** A function app of one timer, for tests of the host: what it does and when is said by environment variables. */
import dns from "node:dns";
import { app, type Timer } from "@azure/functions";

const { SCHEDULE = "* * * * * *", DOES = "tell" } = process.env;

const deeds: Readonly<Record<string, (timer: Timer) => Promise<void>>> = {
	tell: async (timer) => console.log(JSON.stringify({ timer, at: Date.now() })),
	takeLong: async () => {
		console.log("begin");
		await new Promise((resolve) => setTimeout(resolve, 1_300));
		console.log("end");
	},
	fail: async () => {
		throw new Error("it failed");
	},
	forget: async () => {
		void Promise.reject(new Error("nobody waited"));
	},
	lookUp: async () => {
		await new Promise<void>((resolve, reject) => {
			dns.lookup("localhost", (error) => (error === null ? resolve() : reject(error)));
		});
	},
};

app.timer("subject", { schedule: SCHEDULE, handler: (timer) => (deeds[DOES] as (typeof deeds)[string])(timer) });
