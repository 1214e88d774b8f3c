// gemmark's device protocol, version 1 (docs/device-protocol.md), for debug builds. See README.md.
package dev.gemmark.client

import android.os.Handler
import android.os.HandlerThread
import android.os.SystemClock
import java.util.UUID
import org.json.JSONArray
import org.json.JSONObject

/** What the client needs of a runtime, at level chat. Calls come on the client's own thread, one at a time. */
interface Runtime {
    /**
     * Of the hello: `runtime`, `model`, `initMs`; where it has them `adapter`, `backend`, `requestedBackend`, `options`, `samplers`,
     * `thinking`; `levels`, where they are not those that follow from the controller.
     */
    fun facts(): JSONObject

    /** An `open` message: from now on one fresh conversation, the one before is over. */
    fun open(message: JSONObject)

    /** Sends the results of tools, if there are any, and the user's words, if there are any; returns at the end. */
    fun generate(results: List<JSONObject>, text: String?, out: Parts): End

    /** Called from another thread: the generation under way is to return soon. */
    fun stop()
}

/** An app's own controller, at level app. Absent: the app offers level chat only. */
interface Controller {
    /** A new chat. */
    fun open()

    /**
     * Takes the user's turn; calls [Parts.generationEnded] between two generations. Its [End] has `messages` or `error`.
     * `confirm`: how the user answers the app's dialogs.
     */
    fun userTurn(text: String, confirm: Boolean, out: Parts): End

    fun stop()
}

/** Where what is generated goes, as it comes. */
interface Parts {
    fun chunk(text: String, thinking: Boolean = false)
    fun call(name: String, arguments: JSONObject, raw: String? = null)
    fun malformed(raw: String)
    fun generationEnded(end: End)
}

/** How a generation ended; the protocol's own words and fields. */
class End(
    val finish: String,
    val reason: String = "",
    val usage: JSONObject = JSONObject(),
    val counters: JSONObject? = null,
    val prefillMs: Double? = null,
    /** The prompt as the runtime rendered it, in the first generation of a conversation. */
    val rendered: String? = null,
    val messages: JSONArray? = null,
    val error: String? = null,
)

/** The prompt does not fit into the context, or memory is not enough: `code` of the protocol's error. */
class AskFailed(val code: String, message: String) : Exception(message)

/** Where messages go: the cable ([CableTransport]), or the file of a plan ([FileTransport]). */
interface Transport {
    fun send(message: JSONObject)
}

/** The app's side of the protocol. A transport hands it what gemmark says, and takes what the app says. */
class GemmarkClient(
    private val app: JSONObject, // {name, version}
    private val device: String,
    private val os: String,
    private val runtime: Runtime,
    private val controller: Controller? = null,
    private val state: () -> JSONObject, // DeviceState.read
    val process: String = UUID.randomUUID().toString(), // DeviceState.process
    private val exit: JSONObject? = null, // DeviceState.exit: why the process before this one ended
    val show: (String) -> Unit, // a line for the screen or logcat
) {
    private val timer = HandlerThread("gemmark-timer").apply { start() }.let { Handler(it.looper) }
    private val work = HandlerThread("gemmark-work").apply { start() }.let { Handler(it.looper) }
    @Volatile private var transport: Transport? = null
    @Volatile private var level = "chat"
    @Volatile private var underWay: Answer? = null
    private var openFailed: Exception? = null
    private val cancelled = java.util.Collections.synchronizedSet(mutableSetOf<Long>())

    /** The run is over, or was refused. */
    @Volatile var isOver = false
        private set

    /** From the last welcome. */
    var session: String? = null

    fun hello(token: String): JSONObject {
        val levels = JSONArray().put("chat").apply { if (controller != null) put("app") }
        return JSONObject().put("levels", levels).apply {
            val facts = runtime.facts()
            for (name in facts.keys()) put(name, facts.get(name))
        }
            .put("type", "hello").put("protocol", 1).put("token", token).put("process", process)
            .put("app", app).put("device", device).put("os", os)
            .apply {
                session?.let { put("session", it) }
                exit?.let { put("exit", it) }
            }
    }

    fun received(from: Transport, message: JSONObject) {
        when (message.getString("type")) {
            "welcome" -> {
                transport = from
                session = message.getString("session")
                level = message.getString("level")
                tellState(from, message.getLong("stateEveryMs"))
            }
            "refused" -> {
                show(message.getString("message"))
                // Another client may only not be known to be gone yet.
                if (message.getString("reason") != "busy") isOver = true
            }
            "open" -> work.post { open(message) }
            "ask" -> Answer(from, message).let { answer -> work.post { answer.run() } }
            "cancel" -> cancel(message.getLong("ask"))
            "ping" -> from.send(JSONObject().put("type", "pong").put("ping", message.getInt("ping")))
            "close" -> if (!message.has("conversation")) isOver = true
        }
    }

    /** What was asked over a connection is over with it. */
    fun lost(from: Transport) {
        if (transport !== from) return
        transport = null
        underWay?.let { cancel(it.ask) }
    }

    fun later(ms: Long, work: () -> Unit) {
        timer.postDelayed(work, ms)
    }

    fun stateNow(): JSONObject = state()

    /** A conversation that cannot be opened fails its asks; the app lives on. */
    private fun open(message: JSONObject) {
        openFailed = try {
            if (level == "app") controller?.open() else runtime.open(message)
            null
        } catch (failed: Exception) {
            failed
        }
    }

    private fun cancel(ask: Long) {
        cancelled.add(ask)
        if (underWay?.ask == ask) stop()
    }

    private fun stop() = if (level == "app") controller?.stop() else runtime.stop()

    private fun tellState(to: Transport, everyMs: Long) {
        if (transport !== to || isOver) return
        to.send(state().put("type", "state"))
        timer.postDelayed({ tellState(to, everyMs) }, everyMs)
    }

    /** One ask. Its clock is the device's monotonic one, from the moment the ask came. */
    private inner class Answer(private val to: Transport, private val message: JSONObject) : Parts {
        val ask = message.getLong("ask")
        private val cameAt = SystemClock.elapsedRealtimeNanos()
        private var n = 0
        private var late = false
        private val deadline = Runnable { late = true; stop() }

        fun run() {
            if (transport !== to) return
            if (ask in cancelled) return end(End("aborted"))
            underWay = this
            await()
            try {
                openFailed?.let { throw it }
                end(generate())
            } catch (failed: AskFailed) {
                error(failed.code, failed.message)
            } catch (failed: Exception) {
                // A runtime that is stopped may throw.
                if (late || ask in cancelled) end(End("aborted")) else error("failed", failed.toString())
            } finally {
                timer.removeCallbacks(deadline)
                underWay = null
            }
        }

        override fun chunk(text: String, thinking: Boolean) =
            part("chunk") { put("text", text).apply { if (thinking) put("thinking", true) } }

        override fun call(name: String, arguments: JSONObject, raw: String?) =
            part("call") { put("name", name).put("arguments", arguments).apply { raw?.let { put("raw", it) } } }

        override fun malformed(raw: String) = part("malformed") { put("raw", raw) }

        override fun generationEnded(end: End) {
            end(end, more = true)
            await()
        }

        private fun generate(): End {
            if (level == "app") {
                return controller!!.userTurn(message.getString("text"), message.optString("confirm") != "no", this)
            }
            val results = message.getJSONArray("results")
            val list = (0 until results.length()).map { results.getJSONObject(it) }
            return runtime.generate(list, if (message.has("text")) message.getString("text") else null, this)
        }

        /** Each generation of a turn has the time of one. */
        private fun await() {
            timer.removeCallbacks(deadline)
            timer.postDelayed(deadline, message.getDouble("deadlineMs").toLong())
        }

        private fun end(end: End, more: Boolean = false) = part("end") {
            put("finish", if (late) "deadline" else if (ask in cancelled) "aborted" else end.finish)
            put("reason", end.reason).put("usage", end.usage)
            end.counters?.let { put("counters", it) }
            end.prefillMs?.let { put("prefillMs", it) }
            end.rendered?.let { put("rendered", it) }
            end.messages?.let { put("messages", it) }
            end.error?.let { put("error", it) }
            if (more) put("more", true)
        }

        private fun error(code: String, text: String?) {
            to.send(JSONObject().put("type", "error").put("ask", ask).put("code", code).put("message", text ?: code))
        }

        private fun part(type: String, fill: JSONObject.() -> Unit) {
            val atMs = (SystemClock.elapsedRealtimeNanos() - cameAt) / 1e6
            val part = JSONObject().put("type", type).put("ask", ask).put("n", n++).put("atMs", atMs)
            to.send(part.apply(fill))
        }
    }
}
