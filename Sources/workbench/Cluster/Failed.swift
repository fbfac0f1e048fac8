/// What ends a command of the program, for a person.
struct Failed: Error, CustomStringConvertible {
  let description: String
  /// What the program ends with.
  let status: Int32

  init(_ description: String, status: Int32 = ExitStatus.failure) {
    (self.description, self.status) = (description, status)
  }
}
