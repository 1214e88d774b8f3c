// Of android.os, as far as the client uses it; Handler and SystemClock work. Written from the public interface, 2026-11-28.
package android.os
import java.util.concurrent.Executors
import java.util.concurrent.Future
import java.util.concurrent.ScheduledExecutorService
import java.util.concurrent.TimeUnit
class Looper(internal val queue: ScheduledExecutorService)
class HandlerThread(name: String) {
    fun start() {}
    val looper: Looper = Looper(Executors.newSingleThreadScheduledExecutor { Thread(it, name).apply { isDaemon = true } })
}
class Handler(private val looper: Looper) {
    private val delayed = java.util.concurrent.ConcurrentHashMap<Runnable, Future<*>>()
    fun post(r: Runnable): Boolean = true.also { looper.queue.execute(r) }
    fun postDelayed(r: Runnable, ms: Long): Boolean = true.also { delayed[r] = looper.queue.schedule(r, ms, TimeUnit.MILLISECONDS) }
    fun removeCallbacks(r: Runnable) { delayed.remove(r)?.cancel(false) }
}
object SystemClock { fun elapsedRealtimeNanos(): Long = System.nanoTime() }
object Process { private val started = System.nanoTime() / 1_000_000; fun myPid(): Int = 0; fun getStartElapsedRealtime(): Long = started }
object Build { const val MODEL = ""; object VERSION { const val SDK_INT = 34; const val RELEASE = "" } }
class PowerManager { val currentThermalStatus: Int = 0; val isPowerSaveMode: Boolean = false; fun getThermalHeadroom(s: Int): Float = 0f }
class BatteryManager { fun getIntProperty(id: Int): Int = 0; val isCharging: Boolean = false; companion object { const val BATTERY_PROPERTY_CAPACITY = 4; const val BATTERY_PROPERTY_CHARGE_COUNTER = 1; const val EXTRA_TEMPERATURE = "temperature" } }
