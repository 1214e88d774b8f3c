// gemmark's device protocol, version 1 (docs/device-protocol.md), for debug builds. Not compiled by gemmark: see README.md.
package dev.gemmark.client

import android.os.Handler
import android.os.HandlerThread
import android.os.SystemClock
import java.util.UUID
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.Response
import okhttp3.WebSocket
import okhttp3.WebSocketListener
import org.json.JSONArray
import org.json.JSONObject

/** What the client needs of a runtime, at level chat. Calls come on the client's own thread, one at a time. */
interface Runtime {
    /** `runtime`, `model`, `backend`, `initMs` and, where it has them, `samplers` and `thinking` of the hello. */
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

    /** Takes the user's turn; calls [Parts.generationEnded] between two generations. Its [End] has `messages` or `error`. */
    fun userTurn(text: String, out: Parts): End

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
    val messages: JSONArray? = null,
    val error: String? = null,
)

/** The prompt does not fit into the context, or memory is not enough: `code` of the protocol's error. */
class AskFailed(val code: String, message: String) : Exception(message)

class GemmarkClient(
    private val url: String, // ws://127.0.0.1:7357, over adb reverse
    private val token: String,
    private val app: JSONObject, // {name, version}
    private val device: String,
    private val os: String,
    private val runtime: Runtime,
    private val controller: Controller? = null,
    private val state: () -> JSONObject, // DeviceState.read
    private val show: (String) -> Unit, // a line for the screen or logcat
) : WebSocketListener() {
    private val process = UUID.randomUUID().toString()
    private val http = OkHttpClient()
    private val timer = HandlerThread("gemmark-timer").apply { start() }.let { Handler(it.looper) }
    private val work = HandlerThread("gemmark-work").apply { start() }.let { Handler(it.looper) }
    private var session: String? = null
    @Volatile private var socket: WebSocket? = null
    @Volatile private var level = "chat"
    @Volatile private var isOver = false
    @Volatile private var underWay: Answer? = null
    private var openFailed: Exception? = null
    private val cancelled = java.util.Collections.synchronizedSet(mutableSetOf<Long>())

    @Synchronized
    fun connect() {
        if (isOver) return
        socket = http.newWebSocket(Request.Builder().url(url).build(), this)
    }

    override fun onOpen(webSocket: WebSocket, response: Response) {
        val levels = JSONArray().put("chat").apply { if (controller != null) put("app") }
        val hello = JSONObject(runtime.facts().toString())
            .put("type", "hello").put("protocol", 1).put("token", token).put("process", process)
            .put("app", app).put("device", device).put("os", os).put("levels", levels)
        session?.let { hello.put("session", it) }
        webSocket.send(hello.toString())
    }

    override fun onMessage(webSocket: WebSocket, text: String) {
        val message = JSONObject(text)
        when (message.getString("type")) {
            "welcome" -> {
                session = message.getString("session")
                level = message.getString("level")
                tellState(webSocket, message.getLong("stateEveryMs"))
            }
            "refused" -> {
                show(message.getString("message"))
                // Another client may only not be known to be gone yet.
                if (message.getString("reason") != "busy") isOver = true
            }
            "open" -> work.post { open(message) }
            "ask" -> Answer(webSocket, message).let { answer -> work.post { answer.run() } }
            "cancel" -> cancel(message.getLong("ask"))
            "ping" -> webSocket.send(JSONObject().put("type", "pong").put("ping", message.getInt("ping")).toString())
            "close" -> if (!message.has("conversation")) {
                isOver = true
                webSocket.close(1000, null)
            }
        }
    }

    override fun onClosing(webSocket: WebSocket, code: Int, reason: String) {
        webSocket.close(1000, null)
    }

    override fun onClosed(webSocket: WebSocket, code: Int, reason: String) = lost(webSocket)

    override fun onFailure(webSocket: WebSocket, t: Throwable, response: Response?) = lost(webSocket)

    /** What was asked over a connection is over with it. Waits for [connect]: a connection can fail before it returns. */
    @Synchronized
    private fun lost(webSocket: WebSocket) {
        if (socket !== webSocket) return
        socket = null
        underWay?.let { cancel(it.ask) }
        if (!isOver) timer.postDelayed(::connect, 1000)
    }

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

    private fun tellState(webSocket: WebSocket, everyMs: Long) {
        if (socket !== webSocket) return
        webSocket.send(state().put("type", "state").toString())
        timer.postDelayed({ tellState(webSocket, everyMs) }, everyMs)
    }

    /** One ask. Its clock is the device's monotonic one, from the moment the ask came. */
    private inner class Answer(private val webSocket: WebSocket, private val message: JSONObject) : Parts {
        val ask = message.getLong("ask")
        private val cameAt = SystemClock.elapsedRealtimeNanos()
        private var n = 0
        private var late = false
        private val deadline = Runnable { late = true; stop() }

        fun run() {
            if (socket !== webSocket) return
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
            if (level == "app") return controller!!.userTurn(message.getString("text"), this)
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
            end.messages?.let { put("messages", it) }
            end.error?.let { put("error", it) }
            if (more) put("more", true)
        }

        private fun error(code: String, text: String?) {
            webSocket.send(
                JSONObject().put("type", "error").put("ask", ask).put("code", code).put("message", text ?: code).toString(),
            )
        }

        private fun part(type: String, fill: JSONObject.() -> Unit) {
            val atMs = (SystemClock.elapsedRealtimeNanos() - cameAt) / 1e6
            val part = JSONObject().put("type", type).put("ask", ask).put("n", n++).put("atMs", atMs)
            webSocket.send(part.apply(fill).toString())
        }
    }
}
