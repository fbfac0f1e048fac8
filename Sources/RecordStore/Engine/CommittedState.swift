/// Identifies a committed state of a file, for all stores in the process that have the file open.
package struct CommittedState: Hashable, Sendable {
  package let file: FileIdentity
  /// The number of the last change.
  let change: Int
}

/// Identifies a file regardless of its path.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let number: UInt64
}
