#include <iostream>
#include <kvplan/kvplan.hpp>

int main() { std::cout << kvplan::version << '\n'; }
