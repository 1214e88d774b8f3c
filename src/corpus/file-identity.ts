/** Which text it was. A file that no manifest knows is `unversioned`, one that differs from its manifest `1+edited`. */
export interface FileIdentity {
	readonly name: string;
	readonly version: string;
	/** Of the file's bytes, lower-case hex. */
	readonly sha256: string;
}
