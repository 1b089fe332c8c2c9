/**
 * A process of its own that calls the world with the real SDK clients, since Node
 * reads NODE_EXTRA_CA_CERTS only at its start. It takes one step a message.
 */
import { ContainerInstanceManagementClient } from "@azure/arm-containerinstance";
import { ContainerServiceClient } from "@azure/arm-containerservice";
import { TableClient, type TransactionAction } from "@azure/data-tables";
import { DefaultAzureCredential } from "@azure/identity";
import { ContainerClient } from "@azure/storage-blob";
import axios from "axios";
import { obeyDnsFaults } from "./dns-fault.ts";
import { containerGroupBody } from "./test-world.ts";

const setting = (name: string) => process.env[name] ?? "";
const credential = new DefaultAzureCredential();
const armOptions = {
	endpoint: setting("AZURE_RESOURCE_MANAGER_ENDPOINT"),
	credentialScopes: "https://management.azure.com/.default",
	retryOptions: { maxRetries: 0 },
};
const subscription = setting("AZURE_SUBSCRIPTION_ID");
const clusters = new ContainerServiceClient(credential, subscription, armOptions).managedClusters;
const instances = new ContainerInstanceManagementClient(credential, subscription, armOptions);
const table = new TableClient(setting("AzureWebJobsStorage__tableServiceUri"), "keepalived", credential, {
	retryOptions: { maxRetries: 0 },
});
const runs = new ContainerClient(setting("RUNS_URL"), credential, { retryOptions: { maxTries: 1 } });
const group = setting("RUNNER_RESOURCE_GROUP");

const steps = {
	cluster: (abortMs: number) =>
		clusters.get(setting("AZURE_RESOURCE_GROUP"), setting("AKS_CLUSTER_NAME"), { abortSignal: AbortSignal.timeout(abortMs) }),
	put: async (name: string, abortMs = 5_000) => {
		const { properties, ...rest } = containerGroupBody() as { properties: { containers: { name: string; properties: object }[] } };
		const containers = properties.containers.map((each) => ({ name: each.name, ...each.properties }));
		await instances.containerGroups.beginCreateOrUpdate(group, name, { ...rest, ...properties, containers } as never, {
			abortSignal: AbortSignal.timeout(abortMs),
		});
	},
	group: (name: string) => instances.containerGroups.get(group, name),
	logs: (name: string) => instances.containers.listLogs(group, name, "runner"),
	delete: async (name: string) => void (await instances.containerGroups.beginDelete(group, name)),
	commit: (actions: TransactionAction[]) => table.submitTransaction(actions),
	row: (rowKey: string) => table.getEntity("p", rowKey),
	mark: (blob: string, content: string) =>
		runs.getBlockBlobClient(blob).upload(content, Buffer.byteLength(content), { conditions: { ifNoneMatch: "*" } }),
	read: async (blob: string) => (await runs.getBlockBlobClient(blob).downloadToBuffer()).toString(),
	slack: async (payload: unknown) => {
		const options = { maxRedirects: 0, validateStatus: () => true, responseType: "text" as const };
		const { status, data } = await axios.post(setting("SLACK_WEBHOOK_URL"), payload, options);
		return { status, data };
	},
} as const;

export type StepName = keyof typeof steps;
export type StepAnswer = { value: unknown } | { error: { name?: string; code?: string; statusCode?: number; message?: string } };

const hearDnsFault = obeyDnsFaults();

process.on("message", (message: { step?: StepName; words?: unknown[] }) => {
	hearDnsFault(message);
	const { step, words = [] } = message;
	if (step === undefined) return;
	const work = steps[step] as (...words: unknown[]) => Promise<unknown>;
	work(...words).then(
		(value) => process.send?.({ value: value ?? null }),
		({ name, code, statusCode, message: text }: Error & { code?: string; statusCode?: number }) => {
			process.send?.({ error: { name, code, statusCode, message: text } });
		},
	);
});
process.on("disconnect", () => process.exit());
