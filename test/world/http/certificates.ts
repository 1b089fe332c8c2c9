/** A certificate authority and one server certificate for everything on this machine, made anew for each world. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";

export interface Certificates {
	/** PEM file of the authority: for NODE_EXTRA_CA_CERTS, CURL_CA_BUNDLE and the like. */
	caFile: string;
	ca: string;
	certFile: string;
	cert: string;
	keyFile: string;
	key: string;
}

const days = (count: number) => new Date(Date.now() + count * 86_400_000);

/** Yesterday: a clock that is a little behind still trusts it. */
const validity = () => ({ notBeforeDate: days(-1), notAfterDate: days(30) });

export async function makeCertificates(dir: string): Promise<Certificates> {
	// Elliptic curve: a hundred times quicker to make than RSA. sha256: the default, sha1, is refused by OpenSSL 3.
	const common = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;
	const authority = await generate([{ name: "commonName", value: "keepalived local world authority" }], {
		...common,
		...validity(),
		extensions: [
			{ name: "basicConstraints", cA: true, critical: true },
			{ name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
		],
	});
	const server = await generate([{ name: "commonName", value: "localhost" }], {
		...common,
		...validity(),
		ca: { key: authority.private, cert: authority.cert },
		extensions: [
			{ name: "basicConstraints", cA: false, critical: true },
			{ name: "keyUsage", digitalSignature: true, critical: true },
			{ name: "extKeyUsage", serverAuth: true },
			{
				name: "subjectAltName",
				altNames: [
					{ type: 2, value: "localhost" },
					{ type: 7, ip: "127.0.0.1" },
				],
			},
		],
	});
	const files = { caFile: join(dir, "ca.pem"), certFile: join(dir, "server.pem"), keyFile: join(dir, "server.key") };
	await Promise.all([
		writeFile(files.caFile, authority.cert),
		writeFile(files.certFile, server.cert),
		writeFile(files.keyFile, server.private, { mode: 0o600 }),
	]);
	return { ...files, ca: authority.cert, cert: server.cert, key: server.private };
}
