import Testing

@Suite struct ServerTests {
}
