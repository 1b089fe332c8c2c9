/**
 * Before any test process starts: an authority of this run's own, trusted through NODE_EXTRA_CA_CERTS, which Node
 * reads only at a process's start. So the real SDK clients speak https to servers on loopback.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Certificates, makeCertificates } from "../world/http/certificates.ts";

declare module "vitest" {
	interface ProvidedContext {
		certificates: Certificates;
	}
}

/** vitest calls it once a run; what it answers is called at the end. */
export default async function trust(project: TestProject): Promise<() => Promise<void>> {
	const dir = await mkdtemp(join(tmpdir(), "keepalived-trust-"));
	const certificates = await makeCertificates(dir);
	process.env.NODE_EXTRA_CA_CERTS = certificates.caFile;
	project.provide("certificates", certificates);
	return () => rm(dir, { recursive: true, force: true });
}
