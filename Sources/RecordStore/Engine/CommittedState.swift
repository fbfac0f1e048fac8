/// A state of a file that all stores of a process on this file can see.
package struct CommittedState: Hashable, Sendable {
  package let file: FileIdentity
  /// The number of the last change.
  let change: Int
}

/// Tells files apart, whatever their paths.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}
