public import Testing

/// Like `#expect(value == expected)`, but a function, because each use of the macro costs 28 ms of
/// compile time and each call 3 ms, and there are five thousand.
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
