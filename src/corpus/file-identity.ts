/** A file of code that a config runs. */
export interface CodeFile {
	/** Relative to the config's folder, with `/`. */
	readonly name: string;
	/** Of its text with plain line ends, lower-case hex. */
	readonly sha256: string;
}

/** Which text it was. A file that no manifest knows is `unversioned`, one that differs from its manifest `1+edited`. */
export interface FileIdentity {
	readonly name: string;
	readonly version: string;
	/** Of the file's bytes, lower-case hex. */
	readonly sha256: string;
}
