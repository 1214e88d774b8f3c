/** What dispatch tells of a call: the tool's name, and details that no user or model may see, such as a stack. */
export type DispatchFields = Readonly<Record<string, string | readonly string[]>>;

/** Observer of dispatches. Whatever an implementation throws is swallowed. */
export interface DispatchLog {
	/** `unknown_tool`, `gate_error`. */
	warn(event: string, fields: DispatchFields): void;
	/** `validation`, `extra_arguments`. */
	info(event: string, fields: DispatchFields): void;
	/** `tool_error`: a handler threw (`error`, `stack`), or took too long or returned what is no result (`problem`). */
	error(event: string, fields: DispatchFields): void;
}
