public import Testing

/// Records an issue unless two values are equal, like `#expect(value == expected)`.
///
/// A function, because the macro costs 28 ms of compile time per use and a call 3 ms, and the tests
/// have five thousand of them.
public func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard value != expected else { return }
  let comment = comment().map { "\($0)\n" } ?? ""
  Issue.record(
    "\(comment)\(String(reflecting: value))\n  is not \(String(reflecting: expected))",
    sourceLocation: sourceLocation)
}
