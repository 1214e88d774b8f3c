// Of JUnit 4.
package org.junit.runners
enum class MethodSorters { NAME_ASCENDING }
