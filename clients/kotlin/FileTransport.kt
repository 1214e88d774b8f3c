// The protocol without a cable (docs/plans.md): plays a plan, and writes down what was said. For debug builds.
package dev.gemmark.client

import android.os.Process
import android.os.SystemClock
import java.io.File
import java.io.FileOutputStream
import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import java.util.concurrent.SynchronousQueue
import java.util.concurrent.TimeUnit
import org.json.JSONException
import org.json.JSONObject

/** [play] on a background thread; the screen must stay on. */
class FileTransport(private val client: GemmarkClient, private val plan: File, private val answers: File) : Transport {
    private lateinit var out: FileOutputStream

    /** Where the answer to an ask ends: whether its sample goes on. */
    private val ends = SynchronousQueue<Boolean>()
    @Volatile private var asked: Long? = null
    @Volatile private var isStopped = false

    /** Asks every sample that an earlier process has not finished. False: the app cannot continue, and has to be started again. */
    fun play(): Boolean {
        val messages = plan.readLines().filter { it != "" }.map { JSONObject(it).getJSONObject("message") }
        val welcome = messages.first()
        val before = Finished(answers, welcome.getString("session"))
        val samples = samplesOf(messages.drop(1))
        val isTorn = answers.exists() && answers.length() > 0 && !answers.readText().endsWith("\n")
        out = FileOutputStream(answers, true)
        if (isTorn) out.write("\n".toByteArray())
        client.session = if (before.isBegun) welcome.getString("session") else null
        write("app", client.hello(token = ""))
        copy(welcome)
        val details = welcome.getJSONObject("plan")
        val beganAt = SystemClock.elapsedRealtimeNanos()
        var isFirst = true
        for (sample in samples) {
            if (before.isDone(sample, details.getInt("tries"))) continue
            if (!isFirst) coolDown(details.optString("coolDown"))
            isFirst = false
            if (!ask(sample)) return false
        }
        // A process that goes on after another adds no further rounds.
        val sustainNanos = if (before.isBegun) 0.0 else details.optDouble("sustainS", 0.0) * 1e9
        while (SystemClock.elapsedRealtimeNanos() - beganAt < sustainNanos) {
            for (sample in samples) {
                if (!ask(sample)) return false
            }
        }
        copy(JSONObject().put("type", "close"))
        client.show("done, ${samples.size} of ${samples.size}: send ${answers.name}")
        return true
    }

    /** A turn with an error ends its sample. False: the app cannot continue. */
    private fun ask(sample: List<JSONObject>): Boolean {
        for (message in sample) {
            asked = if (message.getString("type") == "ask") message.getLong("ask") else null
            copy(message)
            if (asked != null && !ends.take()) break
        }
        return !isStopped
    }

    private fun copy(message: JSONObject) {
        write("gemmark", message)
        client.received(this, message)
    }

    override fun send(message: JSONObject) {
        if (message.getString("type") == "pong") return
        write("app", message)
        val type = message.getString("type")
        if (type == "error" && !message.has("ask")) isStopped = true
        val isLast = type == "error" || (type == "end" && !message.optBoolean("more"))
        if (isLast && (isStopped || message.getLong("ask") == asked)) ends.put(type == "end" && !message.has("error"))
    }

    /** One line, in one write, straight to the file: what was written survives a kill. */
    @Synchronized
    private fun write(from: String, message: JSONObject) {
        val at = SystemClock.elapsedRealtimeNanos() / 1e6 - Process.getStartElapsedRealtime()
        val line = JSONObject().put("from", from).put("at", Math.round(at * 1000) / 1000.0)
        if (message.getString("type") == "hello") line.put("time", ISO_8601.format(Date()))
        out.write("${line.put("message", message)}\n".toByteArray())
    }

    /** Seconds, or until the phone is nominal, at most ten minutes; without a status it does not wait. */
    private fun coolDown(wanted: String) {
        if (wanted.endsWith("s")) return Thread.sleep((wanted.dropLast(1).toDouble() * 1000).toLong())
        if (wanted != "nominal") return
        val until = SystemClock.elapsedRealtimeNanos() + TimeUnit.MINUTES.toNanos(10)
        while (SystemClock.elapsedRealtimeNanos() < until) {
            val thermal = client.stateNow().optString("thermal", "nominal")
            if (thermal == "nominal") return
            Thread.sleep(1000)
        }
    }
}

private val ISO_8601 = SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ssXXX", Locale.ROOT)

/** By sample: what opens it, and its asks. */
private fun samplesOf(messages: List<JSONObject>): List<List<JSONObject>> {
    val samples = mutableListOf<MutableList<JSONObject>>()
    var sample: String? = null
    for (message in messages) {
        if (message.getString("type") == "close") continue
        if (message.has("sample") && message.getString("sample") != sample) {
            sample = message.getString("sample")
            samples.add(mutableListOf())
        }
        samples.last().add(message)
    }
    return samples
}

/** What earlier processes have left. A file of another plan is put aside, never mixed in. */
private class Finished(file: File, session: String) {
    private val begun = mutableMapOf<Long, Int>()
    private val ended = mutableMapOf<Long, JSONObject>()
    val isBegun: Boolean

    init {
        val messages = if (file.exists()) file.readLines().mapNotNull(::messageOf) else listOf()
        val other = messages.firstOrNull { it.getString("type") == "welcome" && it.getString("session") != session }
        if (other != null) file.renameTo(File("${file.path}.${other.getString("session").take(12)}"))
        isBegun = other == null && messages.isNotEmpty()
        if (isBegun) read(messages)
    }

    private fun read(messages: List<JSONObject>) {
        var open: Long? = null
        var process: String? = null
        for (message in messages) {
            when (message.getString("type")) {
                "ask" -> open = message.getLong("ask").also { begun[it] = (begun[it] ?: 0) + 1 }
                "hello" -> {
                    val exit = message.optJSONObject("exit")
                    // A person or an update ended the process: the try does not count.
                    val isOutside = exit?.getString("process") == process && exit?.getString("reason") in OUTSIDE
                    if (open != null && isOutside) begun[open] = begun.getValue(open) - 1
                    open = null
                    process = message.getString("process")
                }
                "end", "error" -> if (message.has("ask") && !message.optBoolean("more")) {
                    ended[message.getLong("ask")] = message
                    open = null
                }
            }
        }
    }

    /** All its ends are there, or one with an error, or it was begun as often as the plan allows. */
    fun isDone(sample: List<JSONObject>, tries: Int): Boolean {
        val asks = sample.filter { it.getString("type") == "ask" }.map { it.getLong("ask") }
        val isFailed = asks.any { ask -> ended[ask]?.let { it.getString("type") == "error" || it.has("error") } == true }
        return isFailed || asks.all { it in ended } || asks.maxOf { begun[it] ?: 0 } >= tries
    }

    /** A line that a killed process was writing is none. */
    private fun messageOf(line: String): JSONObject? = try {
        JSONObject(line).getJSONObject("message")
    } catch (_: JSONException) {
        null
    }
}

private val OUTSIDE = setOf("user", "update")
