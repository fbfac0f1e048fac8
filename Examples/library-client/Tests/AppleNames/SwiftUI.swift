public protocol View {}
public protocol Gesture {}
public protocol Scene {}
public struct Alert { public init() {} }
public struct Section: View { public init() {} }
public struct Form: View { public init() {} }
public struct Label: View { public init() {} }
public struct List: View { public init() {} }
public struct Table: View { public init() {} }
public struct Text: View { public init() {} }
public struct TextField: View { public init() {} }
public struct Menu: View { public init() {} }
public struct Transaction { public init() {} }
public struct Binding<Value> {}
public struct State<Value> {}
public struct Environment<Value> {}
public struct Font {}
