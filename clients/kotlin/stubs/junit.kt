// Of JUnit 4 and androidx.test. Written from the public interface, 2026-11-28.
package org.junit
annotation class Test
annotation class FixMethodOrder(val value: org.junit.runners.MethodSorters)
object Assert { fun assertTrue(condition: Boolean) { check(condition) } }
