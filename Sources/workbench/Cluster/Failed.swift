struct Failed: Error, CustomStringConvertible {
  let description: String
  let status: Int32

  init(_ description: String, status: Int32 = ExitStatus.failure) {
    (self.description, self.status) = (description, status)
  }
}
