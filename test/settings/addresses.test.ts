import { TableServiceClient } from "@azure/data-tables";
import { describe, expect, it } from "vitest";
import { problemsWith, settingsWith } from "./reading.ts";

describe("the webhook", () => {
	it.each(["https://hooks.slack.com/services/T0/B0/x", "https://127.0.0.1:4431/slack", "https://chat.example.org/hook"])(
		"may be %s",
		(url) => {
			expect(settingsWith({ SLACK_WEBHOOK_URL: url }).slackWebhookUrl).toBe(url);
		},
	);

	it.each([
		"http://hooks.slack.com/services/T0/B0/x",
		"http://169.254.169.254/",
		"hooks.slack.com/services/x",
		"https://",
		"https://user:pass@hooks.slack.com/x",
		"https://hooks.slack.com/",
		"https:hooks.slack.com/x",
	])("may not be %s", (url) => {
		expect(Object.keys(problemsWith({ SLACK_WEBHOOK_URL: url }))).toEqual(["SLACK_WEBHOOK_URL"]);
	});
});

describe("the blob container for runs", () => {
	it.each([
		["https://account.blob.core.windows.net/runs", "https://account.blob.core.windows.net/runs"],
		["https://account.blob.core.windows.net/runs/", "https://account.blob.core.windows.net/runs"],
		["https://127.0.0.1:4432/devstoreaccount1/runs", "https://127.0.0.1:4432/devstoreaccount1/runs"],
	])("%s is %s", (given, url) => {
		expect(settingsWith({ RUNS_URL: given }).runner).toMatchObject({ runsUrl: url });
	});

	it.each([
		["https://account.blob.core.windows.net", "blob container"],
		["https://account.blob.core.windows.net/Runs", "blob container"],
		["https://account.blob.core.windows.net/a/b/c", "blob container"],
		["http://account.blob.core.windows.net/runs", "blob container"],
		["https://account.blob.core.windows.net/runs?sv=1&sig=x", "query or fragment"],
	])("is not %s", (url, why) => {
		expect(problemsWith({ RUNS_URL: url }).RUNS_URL).toContain(why);
	});
});

describe("other addresses", () => {
	it("lose their trailing slashes", () => {
		expect(settingsWith({ AZURE_RESOURCE_MANAGER_ENDPOINT: "https://127.0.0.1:4433/" }).resourceManagerEndpoint).toBe(
			"https://127.0.0.1:4433",
		);
		expect(settingsWith({ HEARTBEAT_URL: "http://hc.example.org/ping/1/" }).heartbeatUrl).toBe("http://hc.example.org/ping/1");
	});

	it("carry bearer tokens, so ARM's is https", () => {
		expect(Object.keys(problemsWith({ AZURE_RESOURCE_MANAGER_ENDPOINT: "http://127.0.0.1:4433" }))).toEqual([
			"AZURE_RESOURCE_MANAGER_ENDPOINT",
		]);
	});
});

describe("the state table's storage", () => {
	const account = "DefaultEndpointsProtocol=https;AccountName=keep;AccountKey=a2V5;EndpointSuffix=core.windows.net";
	const only = (changes: Readonly<Record<string, string>>) => ({ AzureWebJobsStorage__accountName: undefined, ...changes });

	it.each([
		["UseDevelopmentStorage=true", "http://127.0.0.1:10002/devstoreaccount1"],
		[account, "https://keep.table.core.windows.net"],
		["AccountName=keep;AccountKey=a2V5;", "https://keep.table.core.windows.net"],
		["accountname=keep;accountkey=a2V5==;TableEndpoint=http://127.0.0.1:10002/keep", "http://127.0.0.1:10002/keep"],
		["TableEndpoint=https://keep.table.core.windows.net/;SharedAccessSignature=sv=1&sig=x", "https://keep.table.core.windows.net"],
	])("%s leads the table client to %s", (text, url) => {
		const { storage } = settingsWith(only({ AzureWebJobsStorage: text }));
		if (storage.kind !== "connectionString") throw new Error("read as an identity");
		expect(TableServiceClient.fromConnectionString(storage.connectionString).url).toContain(url);
	});

	it.each([
		"UseDevelopmentStorage=false",
		"AccountName=keep",
		"AccountKey=a2V5",
		"BlobEndpoint=https://keep.blob.core.windows.net;SharedAccessSignature=x",
		"keep",
	])("is not %s", (text) => {
		expect(Object.keys(problemsWith(only({ AzureWebJobsStorage: text })))).toEqual(["AzureWebJobsStorage"]);
	});

	it("may be reached by the app's identity", () => {
		expect(settingsWith(only({ AzureWebJobsStorage__accountName: "keep" })).storage).toEqual({
			kind: "identity",
			tableEndpoint: "https://keep.table.core.windows.net",
		});
		expect(settingsWith(only({ AzureWebJobsStorage__tableServiceUri: "https://127.0.0.1:4434/devstoreaccount1/" })).storage).toEqual({
			kind: "identity",
			tableEndpoint: "https://127.0.0.1:4434/devstoreaccount1",
		});
	});

	it("is chosen as Functions chooses: a connection string first, then a service address", () => {
		const uri = { AzureWebJobsStorage__tableServiceUri: "https://keep.example.org" };
		expect(settingsWith({ ...uri, AzureWebJobsStorage: account }).storage.kind).toBe("connectionString");
		expect(settingsWith(uri).storage).toEqual({ kind: "identity", tableEndpoint: "https://keep.example.org" });
	});

	it("is told to be missing under one name, and an empty string of Functions' is told too", () => {
		expect(problemsWith(only({}))).toEqual({
			AzureWebJobsStorage:
				"is not set; set it, or AzureWebJobsStorage__accountName or AzureWebJobsStorage__tableServiceUri, to the app's storage account.",
		});
		expect(problemsWith({ AzureWebJobsStorage: "" }).AzureWebJobsStorage).toContain("placeholder (empty)");
	});
});
