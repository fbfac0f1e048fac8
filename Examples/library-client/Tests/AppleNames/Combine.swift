public protocol Publisher {}
public protocol Subject: Publisher {}
public protocol Cancellable {}
public struct Record: Publisher { public init() {} }
public struct Just: Publisher { public init() {} }
public struct Future: Publisher { public init() {} }
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
